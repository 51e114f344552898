// VIR's box: a shell with the panel on top, the base plate (Raspberry Pi, tripod nut), a hook for a TV stand, and
// a holder for a camera module. Choose a part, render, export as STL:
//     openscad -D 'part="shell"' -o shell.stl panel.scad
// No part needs supports in its orientation here: the shell is printed with the panel on the bed.

include <dimensions.scad>

part = "all";       // shell, base, hook, camera, all (all is only a preview)
board = "pi4";      // pi4, pi5, zero2w

wall = 2.4;
height = 66;        // outer height, with the base: a button reaches 30 below the panel, the Pi 25 above the base
corner = 6;
base_thickness = 3;
slack = 0.3;        // gap between parts that fit into each other
fine = 48;

// The Pi lies with its connectors to the back and its card to the right, this far from the walls.
gap = 2;
standoff = 5;
board_thickness = 1.6;
board_width = board == "zero2w" ? 65 : 85;
board_depth = board == "zero2w" ? 30 : 56;
hole_inset = 3.5;
hole_spacing_x = 58;
hole_spacing_y = board == "zero2w" ? 23 : 49;
pi_screw = 2.1;     // M2.5 cuts its own thread
// The connectors (power, HDMI), measured along the back from the card's end of the board.
sockets_from = 3;
sockets_to = board == "zero2w" ? 62 : 50;

case_screw = 2.6;   // M3 cuts its own thread
case_screw_through = 3.4;
post = 9;

// A 1/4"-20 UNC nut: 7/16" across its flats, 7/32" thick.
nut_flats = 11.11;
nut_thickness = 5.56;
tripod_hole = 6.8;
tripod_x = 60;
tripod_y = 50;

// The hook goes over a bar or a tube of the TV's stand, under the panel or beside it.
tube = 38;
hook_thickness = 5;
hook_width = 30;
hook_screw = 4.4;   // M4
hook_spacing = 56;
hook_x = 50;
hook_y = 50;

// Camera Module 3: four M2 holes.
camera_holes_x = 21;
camera_holes_y = 12.5;
camera_screw = 1.7;

eps = 0.01;
board_right = panel_width - wall - gap;
board_back = panel_depth - wall - gap;

module outline(inset = 0) {
    offset(r = corner - inset, $fn = fine) translate([corner, corner])
        square([panel_width - 2 * corner, panel_depth - 2 * corner]);
}

module hole(x, y, d, depth) { translate([x, y, -eps]) cylinder(d = d, h = depth + 2 * eps, $fn = fine); }

// Seen from above; the panel itself is z 0 to wall, and is turned over for printing.
module controls() {
    for (place = [[mark_x, mark_y], [stop_x, stop_y], [left_x, left_y], [right_x, right_y], [up_x, up_y], [down_x, down_y]])
        hole(place[0], place[1], button_hole, wall);
    hole(knob_x, knob_y, knob_hole, wall);
    hole(led_x, led_y, led_hole, wall);
    for (angle = [0:60:300]) hole(buzzer_x + 4 * cos(angle), buzzer_y + 4 * sin(angle), buzzer_hole, wall);
    hole(buzzer_x, buzzer_y, buzzer_hole, wall);
}

// The screw posts of the base: in the corners, except the corner that the Pi fills; there, beside the Pi.
post_inset = wall + post / 2 - 1;
module posts(d, h) {
    for (place = [[post_inset, post_inset], [post_inset, panel_depth - post_inset], [panel_width - post_inset, post_inset],
                  [board_right - board_width - post, panel_depth - post_inset]])
        translate([place[0], place[1], 0]) cylinder(d = d, h = h, $fn = fine);
}

// The shell as it stands on the table: its rim at z 0, the panel at the top.
module shell() {
    inside = height - base_thickness;
    difference() {
        union() {
            difference() {
                linear_extrude(inside) outline();
                translate([0, 0, -eps]) linear_extrude(inside - wall + eps) outline(wall);
            }
            intersection() { linear_extrude(inside) outline(); posts(post, inside - wall + eps); }
        }
        translate([0, 0, inside - wall]) controls();
        translate([0, 0, -eps]) posts(case_screw, 18);
        // Power and HDMI, at the back: open to the rim, so that the base with the Pi can be inserted from below.
        translate([board_right - sockets_to, panel_depth - wall - post, -eps]) cube([sockets_to - sockets_from, wall + post + eps, standoff + board_thickness + 12]);
        // The card, at the right: room for a finger and a thumb.
        translate([panel_width - wall - eps, board_back - board_depth / 2 - 15, -eps]) cube([wall + 2 * eps, 30, standoff + board_thickness + 12]);
        // The camera's ribbon, and a USB camera's cable.
        translate([board_right - 58, panel_depth - wall - eps, 30]) cube([20, wall + 2 * eps, 3]);
        translate([wall + 30, panel_depth + eps, 12]) rotate([90, 0, 0]) cylinder(d = 10, h = wall + 2 * eps, $fn = fine);
        // Air enters at the left and leaves at the right: a recording Pi gets warm.
        for (y = [24:8:76]) for (x = [0, panel_width]) translate([x - wall - eps, y, 34]) cube([2 * wall + 2 * eps, 3, 18]);
    }
}

module base() {
    holes_x = [board_right - hole_inset, board_right - hole_inset - hole_spacing_x];
    holes_y = [board_back - hole_inset, board_back - hole_inset - hole_spacing_y];
    difference() {
        union() {
            linear_extrude(base_thickness) outline();
            for (x = holes_x, y = holes_y) translate([x, y, 0]) cylinder(d = 6, h = base_thickness + standoff, $fn = fine);
            translate([tripod_x, tripod_y, 0]) cylinder(d = nut_flats * 1.7, h = base_thickness + nut_thickness, $fn = fine);
        }
        translate([0, 0, -eps]) posts(case_screw_through, base_thickness + 2 * eps);
        for (x = holes_x, y = holes_y) translate([x, y, base_thickness - 1]) cylinder(d = pi_screw, h = standoff + 2, $fn = fine);
        // The nut is inserted from inside: the tripod's screw pulls it against the floor.
        hole(tripod_x, tripod_y, tripod_hole, base_thickness);
        translate([tripod_x, tripod_y, base_thickness]) cylinder(d = (nut_flats + slack) / cos(30), h = nut_thickness + eps, $fn = 6);
        for (side = [-1, 1]) hole(hook_x + side * hook_spacing / 2, hook_y, hook_screw, base_thickness);
        // Air from below, between the Pi's feet.
        for (x = [board_right - 54:8:board_right - 12]) translate([x, board_back - board_depth + 8, -eps]) cube([3, board_depth - 16, base_thickness + 2 * eps]);
    }
}

module hook() {
    inner = tube + 1;
    outer = inner + 2 * hook_thickness;
    plate = hook_spacing + 16;
    difference() {
        union() {
            translate([-plate / 2, 0, 0]) cube([plate, hook_thickness, hook_width]);
            translate([0, -outer / 2 + hook_thickness, 0]) cylinder(d = outer, h = hook_width, $fn = 2 * fine);
        }
        translate([0, -outer / 2 + hook_thickness, -eps]) cylinder(d = inner, h = hook_width + 2 * eps, $fn = 2 * fine);
        // Open to one side: it hangs over the tube, and a strap through the mouth keeps it there.
        translate([0, -outer + hook_thickness - eps, -eps]) cube([outer, outer / 2 + 6, hook_width + 2 * eps]);
        for (side = [-1, 1]) translate([side * hook_spacing / 2, -eps, hook_width / 2]) rotate([-90, 0, 0]) cylinder(d = hook_screw, h = hook_thickness + 2 * eps, $fn = fine);
    }
}

module camera() {
    width = 32; face = 34; foot = 26;
    difference() {
        union() {
            cube([width, 4, face]);
            cube([width, foot, nut_thickness + 4]);
            for (x = [-1, 1], z = [0, 1]) translate([width / 2 + x * camera_holes_x / 2, eps, 14 + z * camera_holes_y]) rotate([90, 0, 0]) cylinder(d = 4.5, h = 4.5, $fn = fine);
        }
        for (x = [-1, 1], z = [0, 1]) translate([width / 2 + x * camera_holes_x / 2, 5, 14 + z * camera_holes_y]) rotate([90, 0, 0]) cylinder(d = camera_screw, h = 10, $fn = fine);
        translate([width / 2, 4 + (foot - 4) / 2, -eps]) {
            cylinder(d = tripod_hole, h = 20, $fn = fine);
            translate([0, 0, 4]) cylinder(d = (nut_flats + slack) / cos(30), h = 20, $fn = 6);
        }
    }
}

if (part == "shell") translate([0, panel_depth, height - base_thickness]) rotate([180, 0, 0]) shell();
else if (part == "base") base();
else if (part == "hook") hook();
else if (part == "camera") camera();
else {
    translate([0, 0, base_thickness + 40]) shell();
    base();
    translate([-60, 40, 0]) hook();
    translate([200, 20, 0]) camera();
}
