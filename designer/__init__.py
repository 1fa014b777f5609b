"""Stavka's window: it asks the engine and decides no rule."""

from designer.unread import leave_sources_unread

leave_sources_unread()
