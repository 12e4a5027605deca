/** What a saved system disk must not carry into another instance: who may log in, which host it is, what was typed. */
const privateFiles = [
  /(?:^|\/)\.ssh\/authorized_keys2?$/,
  /^etc\/ssh\/ssh_host_[^/]+$/,
  /^etc\/dropbear\/dropbear_[^/]+_host_key$/,
  /(?:^|\/)\.(?:\w+_)?history$/,
  /(?:^|\/)\.(?:lesshst|viminfo|node_repl_history)$/,
  /(?:^|\/)fish_history$/,
  /(?:^|\/)\.ipython\/profile_[^/]+\/history\.sqlite(?:-journal|-wal|-shm)?$/,
]

/** Whether the file at `path`, as seen from `/`, stays out of a snapshot. */
export function isExcludedFromSnapshot(path: string): boolean {
  const plain = path.replace(/^(?:\.?\/)+/, '')
  return privateFiles.some((pattern) => pattern.test(plain))
}
