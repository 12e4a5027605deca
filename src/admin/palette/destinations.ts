import { createLabel } from '#src/admin/create-label.ts'
import { menuOf, type NavEntry } from '#src/admin/layout/nav-entries.ts'
import { entryPaths, type ResourceEntry } from '#src/admin/resource-entry.ts'
import type { May } from '#src/admin/use-access-checks.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import { type Named, named } from './match.ts'

export interface Destination {
  to: string
  label: string
  /** A form that is not in the menu has none of its own. */
  icon: IconName | undefined
  name: Named
}

/** 原创申请 and 申请原创 are one thing to whoever reads both. */
const characters = (label: string) => [...label.replace(/\s/g, '')].sort().join('')

/**
 * Everywhere this user can go: the pages of the menu, and the forms that make something new. A form that is called as the page
 * of its list is left out: two rows that read alike are a riddle, and the page leads to the form.
 */
export function destinationsOf(entries: readonly NavEntry[], resources: readonly ResourceEntry[], may: May): Destination[] {
  const open = menuOf(entries.filter(({ name }) => may(name, 'list'))).flatMap((group) => group.entries)
  const known = new Set(open.map(({ label }) => characters(label)))
  const other_words = new Map<string, string[]>()
  const forms = resources.flatMap((resource) => {
    const { create } = entryPaths(resource)
    if (!create || !may(resource.name, 'create')) return []
    const label = createLabel(resource)
    const plain = `新建${resource.label}` // whatever the product calls it, this is what people type
    if (!known.has(characters(label))) return [{ to: create, label, icon: resource.nav?.icon, name: named(label, [plain]) }]
    other_words.set(resource.path, [label, plain])
    return []
  })
  const pages = open.map(({ path, label, nav }) => ({
    to: path,
    label,
    icon: nav.icon,
    name: named(label, other_words.get(path)),
  }))
  return [...pages, ...forms]
}
