"""stub"""
class GreedyBot:
    pass
