import Foundation

/// Under the thread sanitizer everything takes ten times as long and its own memory grows: the long runs are shorter.
let isSanitized = ProcessInfo.processInfo.environment["SETTINGS_TESTS_SANITIZED"] != nil
