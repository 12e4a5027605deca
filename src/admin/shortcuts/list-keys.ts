/** What the keyboard does in the list on the screen, table or cards alike: the row with the focus is the present one. */

const listRowElements = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main [data-row]')]
const findFocusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-row]') ?? null

export function moveRowFocus(step: 1 | -1): boolean {
  const all = listRowElements()
  const row = findFocusedRow()
  const at = row ? all.indexOf(row) : -1
  const next = at < 0 ? (step > 0 ? all[0] : all.at(-1)) : all[at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return all.length > 0
}

/** Only while the row itself has the focus: on a link or button in it, Enter is that one's. */
export function openFocusedRow(): boolean {
  const row = document.activeElement
  if (!(row instanceof HTMLElement) || row.dataset.row === undefined) return false
  const link = row.querySelector<HTMLAnchorElement>('a[href]')
  link?.click()
  return link !== null
}

export function toggleFocusedRow(): boolean {
  const tick = findFocusedRow()?.querySelector<HTMLInputElement>('input[type="checkbox"]')
  tick?.click()
  return Boolean(tick)
}

export function focusListSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('main input[type="search"]')
  box?.focus()
  box?.select()
  return box !== null
}

export function clickCreateButton(): boolean {
  const button = document.querySelector<HTMLButtonElement>('main [data-shortcut="create"]')
  button?.click()
  return button !== null
}
