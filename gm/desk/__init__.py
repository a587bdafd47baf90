"""The use cases: what a moderator asks for becomes events to record and texts to post, or a problem.

Nothing is written here; `gm.store` appends what is proposed.
"""
