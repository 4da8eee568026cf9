"""The learning curves as a table: `redraw info RUN --csv FILE`."""
import csv
from harness import CliTest, main


class Curves(CliTest):
    def table(self, name="curves.csv"):
        with open(self.folder / name, newline="") as file:
            return list(csv.DictReader(file))

    def test_every_recorded_step_is_a_row(self):
        self.fit("run.redraw", "--batch", "100")  # 24 x 16 pixels: four steps an epoch
        self.run_redraw("info", "run.redraw", "--csv", "curves.csv")
        info = self.run_json("info", "run.redraw")[0]
        rows = self.table()
        self.assertEqual(list(rows[0]), ["step", "epoch", "loss", "psnr", "learning_rate", "seconds"])
        self.assertEqual([int(row["step"]) for row in rows], list(range(1, 161)))
        self.assertEqual(float(rows[-1]["epoch"]), 40)
        self.assertEqual(float(rows[2]["epoch"]), 0.75)
        self.assertAlmostEqual(float(rows[-1]["psnr"]), info["psnr"], places=3)
        self.assertTrue(all(float(row["loss"]) > 0 for row in rows))

    def test_resuming_is_told_and_the_rows_go_on(self):
        self.fit("run.redraw")
        self.run_redraw("resume", "run.redraw", "--epochs", "60")
        self.run_redraw("info", "run.redraw", "--csv", "curves.csv", "--json")
        self.assertEqual(len(self.table()), 60)
        events = self.run_json("info", "run.redraw")[0]["events"]
        self.assertIn({"step": 40, "text": "resumed"}, events)

    def test_the_run_itself_and_a_folder_are_refused(self):
        run = self.fit("run.redraw")
        before = run.read_bytes()
        self.refuse("info", "run.redraw", "--csv", "run.redraw", naming=["run.redraw", "the run itself"])
        self.assertEqual(run.read_bytes(), before)
        self.refuse("info", "run.redraw", "--csv", ".", naming=["Cannot write"])


if __name__ == "__main__":
    main()
