/** What the keyboard does in the list on the screen, table or cards alike: the row with the focus is the present one. */

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main [data-row]')]
const present = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-row]') ?? null

export function stepRow(step: 1 | -1): boolean {
  const all = rows()
  const row = present()
  const at = row ? all.indexOf(row) : -1
  const next = at < 0 ? (step > 0 ? all[0] : all.at(-1)) : all[at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return all.length > 0
}

/** Only while the row itself has the focus: on a link or button in it, Enter is that one's. */
export function openRow(): boolean {
  const row = document.activeElement
  if (!(row instanceof HTMLElement) || row.dataset.row === undefined) return false
  const link = row.querySelector<HTMLAnchorElement>('a[href]')
  link?.click()
  return link !== null
}

export function selectRow(): boolean {
  const tick = present()?.querySelector<HTMLInputElement>('input[type="checkbox"]')
  tick?.click()
  return Boolean(tick)
}

export function searchHere(): boolean {
  const box = document.querySelector<HTMLInputElement>('main input[type="search"]')
  box?.focus()
  box?.select()
  return box !== null
}

export function pressCreate(): boolean {
  const button = document.querySelector<HTMLButtonElement>('main [data-shortcut="create"]')
  button?.click()
  return button !== null
}
