// SPDX-License-Identifier: GPL-3.0-or-later

/// The shaders, in GLSL ES 1.00.
///
/// Colours run through them as blue, green, red: pixels that are uploaded as the bytes B G R A are read back as the same bytes, and nothing
/// has to be swapped. Rows run downwards everywhere, so row 0 of every texture is a picture's top.
enum Shaders {
    /// Places a picture. `extent` is its size in pixels before it is turned about `center`; the quad is a pixel larger on each side, for
    /// the softened edge. `spin` turns the whole target, for a TV that hangs on its side. `part` is the part of the quad that is painted, by its corner and its size; the whole is 0…1.
    static let vertex = """
        attribute vec2 corner;
        uniform vec4 part;
        uniform vec2 extent;
        uniform vec2 center;
        uniform vec2 turn;
        uniform vec2 target;
        uniform vec2 spin;
        varying vec2 at;
        void main() {
            at = (part.xy + corner * part.zw) * (extent + 2.0) - 1.0;
            vec2 p = at - extent * 0.5;
            vec2 turned = vec2(turn.x * p.x - turn.y * p.y, turn.y * p.x + turn.x * p.y);
            vec2 spot = (center + turned) / target * 2.0 - 1.0;
            gl_Position = vec4(spin.x * spot.x - spin.y * spot.y, spin.y * spot.x + spin.x * spot.y, 0.0, 1.0);
        }
        """

    /// The beginning of every fragment shader. `crop` is the part of the picture that is painted, by its corner and its size. `light` is
    /// the share of each colour, and of alpha, that comes through: opacity and shade. `spot` gives the position of a picture's point in a
    /// plane's texture. A texture may be wider than its picture, by the padding of the rows: no sample reaches into the padding.
    ///
    /// `finished` gives the pixel that is painted. `TRIMMED` shaders give the picture a rounded edge and hide the part that isn't swept:
    /// they cost more.
    private static let prelude = """
        #ifdef GL_FRAGMENT_PRECISION_HIGH
        precision highp float;
        #else
        precision mediump float;
        #endif
        varying vec2 at;
        uniform vec2 extent;
        uniform float mirrored;
        uniform vec4 crop;
        uniform vec4 light;
        uniform sampler2D plane0;
        uniform sampler2D plane1;
        uniform sampler2D plane2;
        uniform vec4 layout0;
        uniform vec4 layout1;
        vec2 spot(vec4 layout) {
            vec2 t = crop.xy + at / extent * crop.zw;
            t.x = mix(t.x, 1.0 - t.x, mirrored);
            return clamp(t * layout.xy, vec2(0.5), ceil(layout.xy) - 0.5) * layout.zw;
        }
        // The share of this pixel that the picture covers: whole inside, less where an edge runs through it.
        float coverage() {
            vec2 inside = min(at, extent - at) + 0.5;
            return clamp(min(inside.x, inside.y), 0.0, 1.0);
        }
        #ifdef TRIMMED
        // The radius of the corners and the width of the line along the edge; the line's colour.
        uniform vec2 rim;
        uniform vec4 line;
        // Two lines through a point: at right angles to each, to the side that is seen; whether either is enough.
        uniform vec2 hub;
        uniform vec4 normals;
        uniform float isEither;
        vec4 finished(vec4 color) {
            vec2 q = abs(at - extent * 0.5) - extent * 0.5 + rim.x;
            float outside = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - rim.x;
            float onLine = clamp(outside + rim.y + 0.5, 0.0, 1.0);
            vec2 p = at - hub;
            vec2 sides = clamp(vec2(dot(p, normals.xy), dot(p, normals.zw)) + 0.5, 0.0, 1.0);
            float swept = mix(min(sides.x, sides.y), max(sides.x, sides.y), isEither);
            return (line * onLine + color * (1.0 - line.a * onLine)) * light * (clamp(0.5 - outside, 0.0, 1.0) * swept);
        }
        #else
        vec4 finished(vec4 color) {
            return color * light * coverage();
        }
        #endif
        // BT.709, limited range.
        vec4 color(float y, vec2 uv) {
            float luma = (y - 16.0 / 255.0) * (255.0 / 219.0);
            vec2 c = (uv - 128.0 / 255.0) * (255.0 / 224.0);
            vec3 bgr = vec3(luma + 1.8556 * c.x, luma - 0.1873 * c.x - 0.4681 * c.y, luma + 1.5748 * c.y);
            return vec4(clamp(bgr, 0.0, 1.0), 1.0);
        }

        """

    /// Returns the same shader with everything that a trimmed picture needs.
    static func trimmed(_ fragment: String) -> String { "#define TRIMMED\n" + fragment }

    static let yuv420p =
        prelude + """
            void main() {
                vec2 chroma = spot(layout1);
                vec2 uv = vec2(texture2D(plane1, chroma).r, texture2D(plane2, chroma).r);
                gl_FragColor = finished(color(texture2D(plane0, spot(layout0)).r, uv));
            }
            """

    static let nv12 = nv12(chroma: "ra")

    /// Like `nv12`, but with its chroma in a texture of two channels, which OpenGL ES 2 can't upload but EGL can import.
    static let importedNV12 = nv12(chroma: "rg")

    private static func nv12(chroma: String) -> String {
        prelude + """
            void main() {
                vec2 uv = texture2D(plane1, spot(layout1)).\(chroma);
                gl_FragColor = finished(color(texture2D(plane0, spot(layout0)).r, uv));
            }
            """
    }

    static let bgra =
        prelude + """
            void main() {
                gl_FragColor = finished(texture2D(plane0, spot(layout0)));
            }
            """

    static let bgrx =
        prelude + """
            void main() {
                gl_FragColor = finished(vec4(texture2D(plane0, spot(layout0)).rgb, 1.0));
            }
            """

    /// One direction of a Gaussian blur; `step` is one texel in that direction. Seven texels on each side hold 99.5 % of the widest bell
    /// that `Blur` asks for.
    static let gaussian =
        prelude + """
            uniform vec2 step;
            uniform float sigma;
            void main() {
                vec2 middle = at / extent;
                vec4 sum = vec4(0.0);
                float weights = 0.0;
                for (int i = -7; i <= 7; i++) {
                    float distance = float(i);
                    float weight = exp(-0.5 * distance * distance / (sigma * sigma));
                    sum += texture2D(plane0, middle + distance * step) * weight;
                    weights += weight;
                }
                gl_FragColor = sum / weights * coverage();
            }
            """
}
