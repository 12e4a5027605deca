import { formatCreateLabel } from '#src/admin/create-label.ts'
import { type ConsoleNavEntry, filterNavEntries, groupNavEntries } from '#src/admin/layout/nav-entries.ts'
import { getNavIcon } from '#src/admin/nav-places.ts'
import { buildEntryPaths, type ResourceEntry } from '#src/admin/resource-entry.ts'
import type { AccessCheck } from '#src/admin/use-access-checks.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import { type SearchableName, toSearchableName } from './match.ts'

export interface Destination {
  to: string
  label: string
  /** Icon; undefined for a form whose resource is not in the menu. */
  icon: IconName | undefined
  name: SearchableName
}

/** Sorts the characters, so that 原创申请 and 申请原创 count as the same label. */
const sortCharacters = (label: string) => [...label.replace(/\s/g, '')].sort().join('')

/**
 * Lists everywhere the user can go: menu pages, those below them that ask for it, and creation forms. Omits a form with the same label as its list page, because
 * users could not tell the two apart and the page leads to the form.
 */
export function listDestinations(
  entries: readonly ConsoleNavEntry[],
  resources: readonly ResourceEntry[],
  may: AccessCheck,
): Destination[] {
  const open = groupNavEntries(filterNavEntries(entries, (name) => may(name, 'list'))).flatMap((group) =>
    group.entries.flatMap(({ pages, icon, label: section }) =>
      pages
        .flatMap((page) => [page, ...page.below.filter(({ inPalette }) => inPalette)])
        .map(({ path, label }) => ({ path, label, icon, section })),
    ),
  )
  const known = new Set(open.map(({ label }) => sortCharacters(label)))
  const otherWords = new Map<string, string[]>()
  const forms = resources.flatMap((resource) => {
    const { create } = buildEntryPaths(resource)
    if (!create || !may(resource.name, 'create')) return []
    const label = formatCreateLabel(resource)
    const plain = `新建${resource.label}` // users type this, whatever the product's own label
    if (!known.has(sortCharacters(label)))
      return [{ to: create, label, icon: resource.nav && getNavIcon(resource.nav), name: toSearchableName(label, [plain]) }]
    otherWords.set(resource.path, [label, plain])
    return []
  })
  const pages = open.map(({ path, label, icon, section }) => ({
    to: path,
    label,
    icon,
    name: toSearchableName(label, [section, ...(otherWords.get(path) ?? [])]),
  }))
  return [...pages, ...forms]
}
