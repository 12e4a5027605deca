/** Files that a saved system disk must not carry into another instance: login keys, host keys and input history. */
const privateFiles = [
  /(?:^|\/)\.ssh\/authorized_keys2?$/,
  /^etc\/ssh\/ssh_host_[^/]+$/,
  /^etc\/dropbear\/dropbear_[^/]+_host_key$/,
  /(?:^|\/)\.(?:\w+_)?history$/,
  /(?:^|\/)\.(?:lesshst|viminfo|node_repl_history)$/,
  /(?:^|\/)fish_history$/,
  /(?:^|\/)\.ipython\/profile_[^/]+\/history\.sqlite(?:-journal|-wal|-shm)?$/,
]

/** True if the file at `path`, relative to `/`, is excluded from a snapshot. */
export function isExcludedFromSnapshot(path: string): boolean {
  const plain = path.replace(/^(?:\.?\/)+/, '')
  return privateFiles.some((pattern) => pattern.test(plain))
}
