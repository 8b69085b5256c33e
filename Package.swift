// swift-tools-version: 6.2
import PackageDescription

/// One strictness for every Swift target; CI adds `-Xswiftc -warnings-as-errors`.
let common: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
/// What users link to says where it is unsafe, and why; tests and benchmarks call the C library by strings on every other line.
let strict = common + [.strictMemorySafety()]

let package = Package(
    name: "swift-settings-store",
    products: [
        .library(name: "SettingsStore", targets: ["SettingsStore"]),
        .library(name: "SettingsCLI", targets: ["SettingsCLI"]),
        .library(name: "FileWatching", targets: ["FileWatching"]),
        .executable(name: "settingsctl", targets: ["settingsctl"]),
    ],
    targets: [
        // Debian ships no .pc file for it, so there is nothing for `pkgConfig:` to find.
        .systemLibrary(name: "CInotifyTools", providers: [.apt(["libinotifytools0-dev"])]),
        .target(name: "CLinux"),
        .target(name: "FileWatching", dependencies: ["CInotifyTools", "CLinux"], swiftSettings: strict),
        .target(name: "SettingsSyntax", swiftSettings: strict),
        .target(
            name: "SettingsStore", dependencies: ["SettingsSyntax", "FileWatching", "CLinux"],
            swiftSettings: strict),
        .target(name: "SettingsCLI", dependencies: ["SettingsStore", "CLinux"], swiftSettings: strict),
        .executableTarget(
            name: "settingsctl", dependencies: ["SettingsCLI"], swiftSettings: strict,
            linkerSettings: [
                // 12 MB of memory rather than 15: of the libraries only what is used is mapped. Unsafe flags of a program
                // hinder nobody who depends on the libraries.
                .unsafeFlags(
                    ["-static-stdlib", "-use-ld=lld", "-Xlinker", "--icf=safe"],
                    .when(configuration: .release)),
                .linkedLibrary("_FoundationCShims", .when(configuration: .release)),
                .linkedLibrary("_FoundationCollections", .when(configuration: .release)),
            ]),
        // In no product: what tests and benchmarks have in common.
        .target(
            name: "TestSupport", dependencies: ["SettingsStore"], path: "Tests/TestSupport", swiftSettings: common),
        .executableTarget(
            name: "Benchmarks", dependencies: ["SettingsStore", "FileWatching", "CLinux", "TestSupport"],
            swiftSettings: common),
        .testTarget(name: "FileWatchingTests", dependencies: ["FileWatching", "CLinux"], swiftSettings: common),
        .testTarget(name: "SettingsSyntaxTests", dependencies: ["SettingsSyntax"], swiftSettings: common),
        .testTarget(
            name: "SettingsStoreTests", dependencies: ["SettingsStore", "FileWatching", "CLinux", "TestSupport"],
            swiftSettings: common),
        // In no product: processes for the tests to run many of, and to kill.
        .executableTarget(
            name: "StoreWorker", dependencies: ["SettingsStore"], path: "Tests/StoreWorker", swiftSettings: common),
        .testTarget(
            name: "DurabilityTests",
            dependencies: ["SettingsStore", "CLinux", "settingsctl", "StoreWorker", "TestSupport"],
            swiftSettings: common),
        .testTarget(
            name: "SettingsCLITests", dependencies: ["SettingsCLI", "settingsctl", "TestSupport"],
            swiftSettings: common),
    ]
)
