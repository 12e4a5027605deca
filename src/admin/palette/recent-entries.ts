const key = 'palette-recent'
const maxRecentEntries = 5

export interface RecentEntry {
  to: string
  label: string
}

const isEntry = (value: unknown): value is RecentEntry => {
  const { to, label } = (value ?? {}) as Partial<RecentEntry>
  return typeof to === 'string' && to.startsWith('/') && typeof label === 'string'
}

/** Recent palette targets, newest first. */
export const recentEntries = {
  read: (): RecentEntry[] => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
      return Array.isArray(stored) ? stored.filter(isEntry) : []
    } catch {
      return []
    }
  },
  add: (entry: RecentEntry): void => {
    const others = recentEntries.read().filter(({ to }) => to !== entry.to)
    localStorage.setItem(key, JSON.stringify([entry, ...others].slice(0, maxRecentEntries)))
  },
}
