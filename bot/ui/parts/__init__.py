"""Parts of screens that a page draws itself, each as it is sent; chat leaves them out."""
