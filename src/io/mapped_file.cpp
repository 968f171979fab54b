#include "io/mapped_file.hpp"

#include <sys/mman.h>

#include <system_error>

#include "io/errors.hpp"

namespace spica::io {

MappedFile::MappedFile(const FileSource& file) {
  const auto size = static_cast<std::size_t>(file.size());
  void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
  if (start == MAP_FAILED) fail(file.path(), "cannot be mapped: " + std::generic_category().message(errno));
  bytes_ = {static_cast<const char*>(start), size};
}

MappedFile::~MappedFile() {
  ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

void MappedFile::drop_to(std::size_t end) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t whole_pages = end / page * page;
  if (whole_pages <= dropped_) return;
  ::madvise(const_cast<char*>(bytes_.data()) + dropped_, whole_pages - dropped_, MADV_DONTNEED);
  dropped_ = whole_pages;
}

}  // namespace spica::io
