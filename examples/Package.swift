// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
]

let package = Package(
    name: "examples",
    dependencies: [.package(name: "swift-settings-store", path: "..")],
    targets: [
        // A Linux service: typed settings, reloading, systemd.
        .executableTarget(
            name: "heartbeatd",
            dependencies: [
                .product(name: "SettingsStore", package: "swift-settings-store"),
                .product(name: "SettingsCLI", package: "swift-settings-store"),
            ],
            exclude: ["heartbeatd.service"],
            swiftSettings: strict),
        // Records in a file, with an observable view model.
        .executableTarget(
            name: "questions",
            dependencies: [.product(name: "SettingsStore", package: "swift-settings-store")],
            swiftSettings: strict),
    ]
)
