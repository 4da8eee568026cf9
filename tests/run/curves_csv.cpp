#include "engine/export/curves_csv.h"
#include "engine/error.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <clocale>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>

using namespace redraw;

namespace {

std::vector<Metric> samples() {
    return {{1, 0.1f, 10.0f / 3, 2e-4f, 0.015625},
            {2, 1e-30f, 12.345678f, 2e-3f, 0.1},
            {1240, 0, std::numeric_limits<float>::infinity(), 0, 123.456},
            {1250, std::nanf(""), -std::nanf(""), 1e-3f, 1e6}};
}

std::vector<MeasuredPsnr> drawings() {
    return {{1, 10.0f / 3, 0.015625, false},
            {700, 41.25f, 60, true},  // a step whose metric was not recorded
            {1250, std::numeric_limits<float>::infinity(), 1e6, true}};
}

std::string file_text(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("every recorded step is a line, and its numbers read back to the same bits") {
    std::istringstream lines(curves_csv(samples(), {}, 4));
    std::string line;
    std::getline(lines, line);
    CHECK(line == "step,epoch,loss,psnr,learning_rate,seconds");
    for (const Metric& metric : samples()) {
        REQUIRE(std::getline(lines, line));
        std::istringstream fields(line);
        std::string field;
        std::vector<std::string> values;
        while (std::getline(fields, field, ',')) values.push_back(field);
        REQUIRE(values.size() == 6);
        CHECK(std::stoll(values[0]) == metric.step);
        CHECK(std::strtod(values[1].c_str(), nullptr) == double(metric.step) / 4);
        const float loss = std::strtof(values[2].c_str(), nullptr);
        CHECK((loss == metric.loss || (std::isnan(loss) && std::isnan(metric.loss))));
        CHECK(values[3].empty());  // a batch's own is no drawing's
        CHECK(std::strtof(values[4].c_str(), nullptr) == metric.learning_rate);
        CHECK(std::strtod(values[5].c_str(), nullptr) == metric.seconds);
    }
    CHECK_FALSE(std::getline(lines, line));
    CHECK(curves_csv(samples(), {}, 1).find("-nan") == std::string::npos);
}

TEST_CASE(
    "what was measured of the drawing stands at its step, alone where nothing else is known") {
    const std::string text = curves_csv(samples(), drawings(), 1);
    CHECK(text.find("\n1,1,0.1,3.333333") != std::string::npos);
    CHECK(text.find(",2e-04,0.015625\n") != std::string::npos);
    CHECK(text.find("\n2,2,1e-30,,0.002,0.1\n") != std::string::npos);
    CHECK(text.find("\n700,700,,41.25,,60\n") != std::string::npos);
    CHECK(text.find("\n1250,1250,nan,inf,0.001,1e+06\n") != std::string::npos);
}

TEST_CASE("a locale with decimal commas changes nothing") {
    const std::string before = curves_csv(samples(), drawings(), 3);
    if (!std::setlocale(LC_ALL, "de_DE.UTF-8")) std::setlocale(LC_ALL, "C");
    CHECK(curves_csv(samples(), drawings(), 3) == before);
    std::setlocale(LC_ALL, "C");
}

TEST_CASE("a run without a step has a head and no lines, and no steps in an epoch divide nothing") {
    CHECK(curves_csv({}, {}, 1) == "step,epoch,loss,psnr,learning_rate,seconds\n");
    CHECK(curves_csv(samples(), {}, 0) == curves_csv(samples(), {}, 1));
}

TEST_CASE("the file replaces another as a whole, or says why not") {
    const TemporaryFolder folder;
    const auto path = folder / "curves.csv";
    std::ofstream(path) << "old";
    write_curves_csv(path, samples(), drawings(), 1);
    CHECK(file_text(path) == curves_csv(samples(), drawings(), 1));
    CHECK_THROWS_AS(write_curves_csv(folder / "missing" / "curves.csv", samples(), drawings(), 1),
                    Error);
    CHECK_THROWS_AS(write_curves_csv(folder.path(), samples(), drawings(), 1), Error);
}
