#pragma once

// The parts of the page, each as HTML. A figure is a canvas for report.js to draw on, with the same numbers
// in a table.

#include <string>

#include "report/html/fields.hpp"

namespace spica::report {

std::string key_figures(const Json& result);
/// Features, loadings and what is proven, for every component, or for the one that a path points at.
std::string component_sections(const Json& result);
std::string plain_section(const Json& result);
std::string curve_section(const Json& result);
std::string plane_section(const Json& result);
std::string settings_section(const Json& result);

/// The component of a path that is worth showing: the selected one, the one at the bend, or the last.
std::size_t shown_component(const Json& result);

}  // namespace spica::report
