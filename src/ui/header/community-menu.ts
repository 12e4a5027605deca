import type { Store } from '#src/ui/store.ts'

const key = 'community_menu'

/** Whether the header offers the community: it does, unless the flag in local storage says `off` (spec §2). */
export const communityMenu: Store<boolean> = {
  get: () => localStorage.getItem(key) !== 'off',
  first: () => true,
  subscribe: (listener) => {
    window.addEventListener('storage', listener)
    return () => window.removeEventListener('storage', listener)
  },
}
