// The measures of the panel in millimetres: x to the right and y away from you, from the panel's left front corner, seen
// from above. The drawings in ../drawings are made from these same lines (make.py reads them), so the paper template and
// the printed box always agree. One number a line.

panel_width = 180;
panel_depth = 100;

// Holes. Measure your own parts before you print: buttons "for 16 mm" need 16.0 to 16.3.
button_hole = 16.2;
knob_hole = 7.2;
led_hole = 5.2;
buzzer_hole = 1.6;

// The centres of the controls.
mark_x = 28;   mark_y = 68;
stop_x = 28;   stop_y = 26;
left_x = 58;   left_y = 47;
right_x = 106; right_y = 47;
up_x = 82;     up_y = 71;
down_x = 82;   down_y = 23;
knob_x = 148;  knob_y = 46;
led_x = 148;   led_y = 82;
buzzer_x = 148; buzzer_y = 13;
