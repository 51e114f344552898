// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later
import PackageDescription

/// The settings of every target: the Swift 6 language mode, and a warning stops the build.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
]

/// The settings of a target that draws each pixel of each frame: it is optimised in a debug build too, which would spend most of its time
/// there otherwise.
let busy = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The settings of tests that take minutes to optimise and seconds to run: what they test is optimised all the same.
let quick = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// The version as `make` and the image's build pass it on. `swift build` alone knows no more than the commit.
let version = Context.environment["VIR_VERSION"] ?? "dev+\((Context.gitInformation?.currentCommit).map { String($0.prefix(8)) } ?? "unknown")"

/// The place of the camera's object (`make camera`) for a program that is run from this checkout, beside the system's own places. A release
/// knows it only if `make` says so: the card's and the package's program open nothing of a checkout.
let cameraObject: [CSetting] =
    if let path = Context.environment["VIR_CAMERA_OBJECT"] {
        [.define("VIR_CAMERA_OBJECT", to: "\"\(path)\"")]
    } else {
        [.define("VIR_CAMERA_OBJECT", to: "\"\(Context.packageDirectory)/.build/camera.so\"", .when(configuration: .debug))]
    }

/// Returns the target of a Debian library: a folder in `Sources/Shims` with its module map and glue code.
func shim(_ name: String, _ pkgConfig: String, _ debian: String) -> Target {
    .systemLibrary(name: name, path: "Sources/Shims/\(name)", pkgConfig: pkgConfig, providers: [.apt([debian])])
}

let package = Package(
    name: "vir",
    products: [
        .executable(name: "vir", targets: ["vir"])
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-numerics", exact: "1.1.1"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    ],
    targets: [
        shim("CLibAV", "libavformat", "libavformat-dev"),
        shim("CCairo", "pangocairo", "libpango1.0-dev"),
        shim("CGLES", "egl", "libgles-dev"),
        shim("CALSA", "alsa", "libasound2-dev"),
        shim("CDRM", "libdrm", "libdrm-dev"),
        shim("CGBM", "gbm", "libgbm-dev"),
        shim("CGPIO", "libgpiod", "libgpiod-dev"),
        shim("CInput", "libinput", "libinput-dev"),
        .target(name: "CCamera", path: "Sources/Shims/CCamera", cSettings: cameraObject),

        // It loads SDL by itself when a window is asked for.
        .target(name: "CSDL", path: "Sources/Shims/CSDL"),

        // It loads libespeak-ng by itself when the voice is wanted.
        .target(name: "CVoice", path: "Sources/Shims/CVoice"),
        .systemLibrary(name: "CLinux", path: "Sources/Shims/CLinux"),
        .systemLibrary(name: "CCEC", path: "Sources/Shims/CCEC"),
        .systemLibrary(name: "CVideo", path: "Sources/Shims/CVideo"),
        .target(name: "CVersion", path: "Sources/Shims/CVersion", cSettings: [.define("VIR_VERSION", to: "\"\(version)\"")]),
        .target(name: "CAllocations", path: "Sources/Shims/CAllocations"),
        .target(name: "CTerminal", path: "Sources/Shims/CTerminal"),

        .target(
            name: "Core",
            dependencies: [
                .product(name: "DequeModule", package: "swift-collections"), .product(name: "RealModule", package: "swift-numerics"),
            ],
            resources: [.embedInCode("Words/english.txt"), .embedInCode("Words/german.txt")], swiftSettings: strict),
        .target(name: "Interface", dependencies: ["Core", .product(name: "RealModule", package: "swift-numerics")], swiftSettings: strict),
        .target(name: "ShootingRange", dependencies: ["Core"], swiftSettings: busy),
        .target(name: "Media", dependencies: ["Core", "CLibAV"], swiftSettings: strict),
        .target(name: "Graphics", dependencies: ["Core", "CCairo", "CGLES", "CGBM"], swiftSettings: strict),
        .target(
            name: "Devices",
            dependencies: [
                "Core", "ShootingRange", "CLibAV", "CSDL", "CALSA", "CDRM", "CGPIO", "CInput", "CCamera", "CTerminal", "CCEC", "CLinux", "CVideo",
                "CVoice",
            ],
            swiftSettings: strict),
        .target(
            name: "Storage",
            dependencies: [
                "Core", "CLinux", "CVersion",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            swiftSettings: strict),
        .target(
            name: "Runtime",
            dependencies: [
                "Core", "Interface", "Media", "Graphics", "Devices", "Storage", "CLinux", "CAllocations",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .target(
            name: "Bench", dependencies: ["Core", "Media", "Graphics", "Devices", "Storage", "Runtime", "CAllocations"], swiftSettings: strict),
        .executableTarget(
            name: "vir",
            dependencies: [
                "Runtime", "Bench",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        .target(name: "TestSupport", dependencies: ["Core"], path: "Tests/Support", swiftSettings: strict),
        .testTarget(name: "CoreTests", dependencies: ["Core", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "InterfaceTests", dependencies: ["Interface", "TestSupport"], swiftSettings: quick),
        .testTarget(name: "MediaTests", dependencies: ["Media", "TestSupport", "CodecContract", "codec-contract"], swiftSettings: strict),
        // The laws of encoders and decoders, shared by the tests here and by the process that runs over the stand-in for the Pi's codec
        // block.
        .target(name: "CodecContract", dependencies: ["Media", "TestSupport"], path: "Tests/CodecContract/Laws", swiftSettings: strict),
        .executableTarget(
            name: "codec-contract", dependencies: ["CodecContract", "Media"], path: "Tests/CodecContract/Tool",
            swiftSettings: strict),
        .testTarget(name: "GraphicsTests", dependencies: ["Graphics", "Interface", "TestSupport"], exclude: ["Goldens"], swiftSettings: strict),
        .target(name: "CFakeConsole", dependencies: ["CTerminal"], path: "Tests/Fakes/CFakeConsole"),
        .testTarget(
            name: "DevicesTests", dependencies: ["Devices", "ShootingRange", "TestSupport", "CDRM", "CFakeDRM", "CFakeConsole", "CVideo"],
            swiftSettings: strict),
        .testTarget(
            name: "StorageTests", dependencies: ["Storage", "TestSupport", .product(name: "GRDB", package: "GRDB.swift")],
            exclude: ["SessionFolders/Fixtures"], swiftSettings: strict),
        .target(name: "CFakeGPIO", dependencies: ["CGPIO"], path: "Tests/Fakes/CFakeGPIO"),
        .target(name: "CFakeDRM", dependencies: ["CDRM"], path: "Tests/Fakes/CFakeDRM"),
        .testTarget(
            name: "FaultTests", dependencies: ["Devices", "TestSupport", "CDRM", "CFakeDRM", "CFakeGPIO"],
            swiftSettings: strict),
        .target(name: "CI2C", path: "Tests/Machine/CI2C"),
        .target(name: "CUInput", path: "Tests/Machine/CUInput"),
        .target(name: "CUVCGadget", path: "Tests/Machine/CUVCGadget"),
        .testTarget(
            name: "MachineTests",
            dependencies: ["CI2C", "CUInput", "CUVCGadget", "CVideo", "Devices", "Graphics", "Media", "Runtime", "TestSupport"],
            path: "Tests/Machine/Suites", swiftSettings: strict),
        .testTarget(
            name: "RuntimeTests",
            dependencies: ["Runtime", "Bench", "ShootingRange", "TestSupport", .product(name: "Logging", package: "swift-log")],
            swiftSettings: strict),
    ]
)
