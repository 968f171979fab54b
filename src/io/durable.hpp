#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spica::io {

/// Replaces a file by the parts one after another, so that it survives a crash of the machine: on disk when
/// the call returns, the old content until then. The temporary file is always the same, PATH.tmp, so that
/// crashes do not pile them up; another process that writes it is an error, as are devices and pipes.
void write_durably(const std::string& path, const std::vector<std::string_view>& parts);

/// The temporary file that writing this one takes, and destroys if it is there.
std::string temporary_of(const std::string& path);

/// Throws as write_durably would; touches nothing but PATH.tmp.
void require_durable(const std::string& path);

}  // namespace spica::io
