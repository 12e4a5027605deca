/** Runs in the page, and so refers to nothing outside of itself: what is wider than it may be, or cut off. */
export function findOverflows(): string[] {
  const controls = 'a[href], button, input, select, textarea, [role="button"], [role="combobox"], [role="tab"], h1, h2, h3'
  const nameOf = (box: Element) => {
    const text = (box.getAttribute('aria-label') ?? box.textContent ?? '').trim().slice(0, 20)
    return `${box.tagName.toLowerCase()}.${box.getAttribute('class')?.split(' ')[0] ?? ''} 「${text}」`
  }
  const faults: string[] = []
  const wide = document.documentElement.scrollWidth - window.innerWidth
  if (wide > 0) faults.push(`the page is ${wide} px wider than the window`)

  /** What people cannot see anyway: texts for screen readers, inputs below what is drawn for them, slides that wait their turn. */
  const isShown = (box: Element) => {
    const { width, height } = box.getBoundingClientRect()
    return (
      width > 2 &&
      height > 2 &&
      !box.closest('.swiper') &&
      box.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }
  for (const control of document.querySelectorAll(controls)) {
    if (!isShown(control)) continue
    const { left, right } = control.getBoundingClientRect()
    for (let box = control.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX, position } = getComputedStyle(box)
      const own = box.getBoundingClientRect()
      const by = Math.max(right - own.right, own.left - left)
      // with a bar of its own, one can get there
      if (/auto|scroll/.test(overflowX) && box.scrollWidth > box.clientWidth) {
        if (by > 1 && box.matches('aside, form, fieldset, dialog'))
          faults.push(`${nameOf(control)} is ${Math.round(by)} px outside of ${nameOf(box)}`)
        break
      }
      if (by > 1 && (overflowX !== 'visible' || box.matches('form, fieldset')))
        faults.push(`${nameOf(control)} is ${Math.round(by)} px outside of ${nameOf(box)}`)
      if (position === 'fixed') break
    }
  }
  return faults
}
