// What stands in for OpenSSL, zlib and matio in src/io. Pages and packages expand gzip themselves, by what browsers and Node
// have for it.

#include "io/errors.hpp"
#include "io/file.hpp"
#include "io/matlab.hpp"
#include "io/sha256.hpp"
#include "io/source.hpp"
#include "plain_sha256.hpp"

namespace spica::io {

struct Sha256::Context : spica_web::PlainSha256 {};

Sha256::Sha256() : context_(std::make_unique<Context>()) {}
Sha256::~Sha256() = default;
void Sha256::add(std::string_view bytes) {
  context_->add(bytes);
}
std::string Sha256::hex() {
  return context_->hex();
}
std::string sha256_hex(std::string_view bytes) {
  Sha256 digest;
  digest.add(bytes);
  return digest.hex();
}

struct GzipSource::Inflater {};

bool is_gzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b");
}
GzipSource::GzipSource(Source& packed, std::string path, std::uint64_t limit)
    : packed_(packed), path_(std::move(path)), limit_(limit) {}
GzipSource::~GzipSource() = default;
std::size_t GzipSource::fetch(std::span<char>) {
  fail(path_, "is gzipped; expand it first");
}
std::uint64_t GzipSource::most_behind() const {
  return limit_;
}
std::string gunzip(std::string_view, const std::string& path, std::uint64_t) {
  fail(path, "is gzipped; expand it first");
}
std::string gzip(std::string_view) {
  fail("the output", "cannot be gzipped here; leave out .gz");
}

bool is_matlab(std::string_view bytes) {
  return bytes.starts_with("MATLAB ") || bytes.starts_with("\x89HDF\r\n\x1a\n");
}
Matrix read_matlab(const MatlabSource& source, const std::string&) {
  fail(source.path, "is a MATLAB file, which is not read here; save it as CSV, or use the program");
}
std::string format_matlab(const Matrix&, const std::string& path) {
  fail(path, "MATLAB files are not written here; use the program");
}

}  // namespace spica::io
