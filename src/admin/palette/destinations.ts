import { formatCreateLabel } from '#src/admin/create-label.ts'
import { type ConsoleNavEntry, groupNavEntries } from '#src/admin/layout/nav-entries.ts'
import { buildEntryPaths, type ResourceEntry } from '#src/admin/resource-entry.ts'
import type { AccessCheck } from '#src/admin/use-access-checks.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import { type SearchableName, toSearchableName } from './match.ts'

export interface Destination {
  to: string
  label: string
  /** A form that is not in the menu has none of its own. */
  icon: IconName | undefined
  name: SearchableName
}

/** 原创申请 and 申请原创 are one thing to whoever reads both. */
const sortCharacters = (label: string) => [...label.replace(/\s/g, '')].sort().join('')

/**
 * Everywhere this user can go: the pages of the menu, and the forms that make something new. A form that is called as the page
 * of its list is left out: two rows that read alike are a riddle, and the page leads to the form.
 */
export function listDestinations(
  entries: readonly ConsoleNavEntry[],
  resources: readonly ResourceEntry[],
  may: AccessCheck,
): Destination[] {
  const open = groupNavEntries(entries.filter(({ name }) => may(name, 'list'))).flatMap((group) => group.entries)
  const known = new Set(open.map(({ label }) => sortCharacters(label)))
  const otherWords = new Map<string, string[]>()
  const forms = resources.flatMap((resource) => {
    const { create } = buildEntryPaths(resource)
    if (!create || !may(resource.name, 'create')) return []
    const label = formatCreateLabel(resource)
    const plain = `新建${resource.label}` // whatever the product calls it, this is what people type
    if (!known.has(sortCharacters(label)))
      return [{ to: create, label, icon: resource.nav?.icon, name: toSearchableName(label, [plain]) }]
    otherWords.set(resource.path, [label, plain])
    return []
  })
  const pages = open.map(({ path, label, nav }) => ({
    to: path,
    label,
    icon: nav.icon,
    name: toSearchableName(label, otherWords.get(path)),
  }))
  return [...pages, ...forms]
}
