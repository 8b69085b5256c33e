@_exported public import SettingsSyntax
