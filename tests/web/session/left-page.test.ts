import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSignedOutError } from '#src/api/api-error.ts'
import { lastPage } from '#src/session/last-page.ts'
import { session } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import { buildToken } from '#tests/web/support/people.ts'

const mine = '/console/secret-key?keyword=a'
const goTo = (page: string) => window.history.replaceState(null, '', page)

/** Does this as another tab, which is on a page of its own. The answer has it heard of here. */
function inOtherTab(act: () => void): () => void {
  const written: StorageEventInit[] = []
  const note = (key: string, newValue: string | null) => void written.push({ key, newValue })
  const kept = { ...sessionStorage }
  const { setItem, removeItem } = Storage.prototype
  const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (this === localStorage) note(key, value)
    setItem.call(this, key, value)
  })
  const remove = vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (this: Storage, key) {
    if (this === localStorage && this.getItem(key) !== null) note(key, null)
    removeItem.call(this, key)
  })
  goTo('/console/cost/my-order')
  act()
  for (const spy of [set, remove]) spy.mockRestore()
  sessionStorage.clear()
  Object.assign(sessionStorage, kept)
  goTo(mine)
  return () => {
    for (const event of written) window.dispatchEvent(new StorageEvent('storage', event))
  }
}

describe('The page a session is over on (decision 065)', () => {
  beforeEach(() => {
    session.signIn(buildToken())
    goTo(mine)
  })
  afterEach(() => {
    session.clear()
    toast.clear()
  })

  it('is kept in the tab where the session ended', () => {
    session.fail(createSignedOutError())
    expect(lastPage.take('user-1')).toBe(mine)
  })

  it('is kept in every other tab, by the time the token is found gone there', () => {
    const hear = inOtherTab(() => session.fail(createSignedOutError()))
    expect(lastPage.take('user-1')).toBeNull()
    const found: (string | null)[] = []
    const stop = session.subscribe(() => void found.push(lastPage.take('user-1')))
    hear()
    stop()
    expect(found).toEqual([mine])
  })

  it('is kept in no tab where somebody signs out, not the one of an earlier end either', () => {
    inOtherTab(() => session.fail(createSignedOutError()))()
    session.signIn(buildToken())
    inOtherTab(session.clear)()
    expect(lastPage.take('user-1')).toBeNull()
    session.signIn(buildToken())
    session.fail(createSignedOutError())
    session.clear()
    expect(lastPage.take('user-1')).toBeNull()
  })

  it('leaves nothing of it in the storage all tabs share', () => {
    session.fail(createSignedOutError())
    expect(localStorage).toHaveLength(0)
  })
})
