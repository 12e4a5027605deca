import type { ReactNode } from 'react'
import type { UserInfo } from '#contract/users.ts'
import { pinyinInitials } from '#src/kit/pinyin-initials.ts'
import { accessOf } from '#src/providers/access-provider.ts'
import { createLabel } from '#src/resources/create-label.ts'
import type { Resource } from '#src/resources/define-resource.ts'
import { resourcePaths } from '#src/resources/resource-paths.ts'
import { mayAccessInside } from '#src/session/may-access.ts'
import type { NavEntry } from '../layout/nav-entries.ts'

export interface Destination {
  to: string
  label: string
  /** A form that is not in the menu has none of its own. */
  icon: ReactNode
  /** Other words it is found by. */
  keywords: string[]
}

const wordsOf = (label: string) => [pinyinInitials(label)]

/** Everywhere this user can go: the pages of the menu, and the forms that make something new. */
export function destinationsOf(
  entries: readonly NavEntry[],
  resources: readonly Resource[],
  user: UserInfo | null,
): Destination[] {
  const pages = entries
    .filter(({ access }) => mayAccessInside(access, user))
    .map(({ path, label, nav }) => ({ to: path, label, icon: nav.icon, keywords: wordsOf(label) }))
  const forms = resources.flatMap((resource) => {
    const { create } = resourcePaths(resource)
    if (!create || !mayAccessInside(accessOf(resource, 'create'), user)) return []
    const label = createLabel(resource)
    const plain = `新建${resource.label}` // whatever the product calls it, this is what people type
    return [{ to: create, label, icon: resource.nav?.icon, keywords: [...wordsOf(label), plain, ...wordsOf(plain)] }]
  })
  return [...pages, ...forms]
}
