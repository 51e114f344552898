# SPDX-License-Identifier: GPL-3.0-or-later
"""What counts as a call of an external command: commands.py, on scripts of a line or two."""

import unittest

import commands


class AShellScript(unittest.TestCase):
    def assertCalls(self, script, *expected):
        self.assertEqual([command for command, _ in commands.of_shell(script)], list(expected), script)

    def test_calls_what_stands_where_bash_takes_a_command(self):
        self.assertEqual({command for command, _ in commands.of_shell("a=$(one x | two) && three || ! four; for i in five; do six; done")},
                         {"one", "two", "three", "four", "six"})

    def test_does_not_call_its_own_functions_nor_words_in_texts_and_comments(self):
        self.assertCalls('mine() { one; }\nmine two # three\necho "four | five" <<TEXT\nsix\nTEXT', "one", "echo")

    def test_calls_what_another_command_begins(self):
        self.assertCalls("sudo -n env A=b nice -n 5 one two", "sudo", "env", "nice", "one")
        self.assertCalls("xargs -0r -I X one X", "xargs", "one")
        self.assertCalls("unshare -m --propagation private bash -euc 'one; two'", "unshare", "bash", "one", "two")

    def test_calls_nothing_of_another_root(self):
        self.assertCalls('exec chroot "$tree" one', "exec", "chroot")

    def test_that_cannot_be_read_is_an_error(self):
        with self.assertRaises(SystemExit):
            list(commands.of_shell("if one"))


class AMakefile(unittest.TestCase):
    def test_calls_what_its_recipes_call(self):
        text = "all: one\n\t@two $(WORDS) \\\n\t\t&& $(SUDO) three $@\n\t$(MAKE) four\n\t-for i in $$(five $(call six,$(7))); do $$i; done\n"
        self.assertEqual({command for command, _ in commands.of_makefile(text)}, {"two", "three", "make", "five"})


class APythonFile(unittest.TestCase):
    def assertCalls(self, text, *expected):
        self.assertEqual([command for command, _ in commands.of_python(text)], list(expected), text)

    def test_calls_what_it_gives_to_subprocess(self):
        self.assertCalls("import subprocess\nsubprocess.run(['one', x])\nsubprocess.Popen(['two'])\nprint(['three'])", "one", "two")
        self.assertCalls("self.addCleanup(subprocess.run, ['one', x])", "one")
        self.assertCalls("run('one', '-x')", "one")
        self.assertCalls("subprocess.run(f'one if={x} | two', shell=True)", "one", "two")
        self.assertCalls("subprocess.run(['sh', '-c', 'one'])", "sh", "one")


if __name__ == "__main__":
    unittest.main()
