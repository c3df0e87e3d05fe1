"""What the bot does by itself when something was committed, beside keeping its boards."""
