type Ask = typeof window.getComputedStyle

const key = Symbol.for('getComputedStyle of jsdom')
const ofWorker = window as unknown as { [key]?: Ask }
ofWorker[key] ??= window.getComputedStyle // this module is read again where a test resets the modules
export const getJsdomStyle: Ask = ofWorker[key]

const tableParts = new Set(['col', 'colgroup', 'tbody', 'tfoot', 'thead', 'tr'])
/** Elements of which the style sheet says more than the tag, by property. */
const isSpecial: Record<string, (element: Element) => boolean> = {
  display: (element) =>
    element.hasAttribute('hidden') ||
    element.hasAttribute('popover') ||
    ['dialog', 'summary'].includes(element.localName) ||
    (element.localName === 'input' && element.getAttribute('type')?.toLowerCase() === 'hidden'),
  visibility: (element) => element.hasAttribute('hidden') && tableParts.has(element.localName),
}

/** What the element says of itself; undefined where only jsdom can tell. */
function ownValue(element: Element, property: string): string | undefined {
  if (isSpecial[property]?.(element)) return undefined
  if (!element.hasAttribute('style')) return ''
  const value = (element as HTMLElement).style.getPropertyValue(property)
  return /^(inherit|initial|unset|revert)|var\(/.test(value) ? undefined : value
}

const tagDisplays = new Map<string, string>()

function displayOfTag({ namespaceURI, localName }: Element): string {
  const tag = `${namespaceURI} ${localName}`
  const known = tagDisplays.get(tag)
  if (known !== undefined) return known
  const { display } = getJsdomStyle(document.createElementNS(namespaceURI, localName))
  tagDisplays.set(tag, display)
  return display
}

const ofItself = (property: string, usual: (element: Element) => string) => (element: Element) => {
  const value = ownValue(element, property)
  return value === '' ? usual(element) : value
}

const inherited = (property: string, initial: string) => (element: Element) => {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const value = ownValue(at, property)
    if (value !== '') return value
  }
  return initial
}

const quick = new Map([
  ['display', ofItself('display', displayOfTag)],
  ['opacity', ofItself('opacity', () => '1')],
  ['visibility', inherited('visibility', 'visible')],
  ['pointer-events', inherited('pointer-events', 'auto')],
])

/**
 * `getComputedStyle` for tests. That of jsdom matches every rule of its own style sheet to the element and to all around it, at
 * each call; nearly always to say whether something is seen and takes clicks, to the queries by role and to user-event. That
 * much is told here by the element's own style, its tag and what it inherits; jsdom is asked for all else, and wherever it is
 * not as plain. Pseudo elements are left out: jsdom knows none and says so each time.
 */
export function getFastComputedStyle(element: Element): CSSStyleDeclaration {
  let whole: CSSStyleDeclaration | undefined
  const askWhole = () => {
    whole ??= getJsdomStyle(element)
    return whole
  }
  const getPropertyValue = (property: string) => quick.get(property)?.(element) ?? askWhole().getPropertyValue(property)
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_, name) => {
      if (name === 'getPropertyValue') return getPropertyValue
      const property = name === 'pointerEvents' ? 'pointer-events' : name
      if (typeof property === 'string' && quick.has(property)) return getPropertyValue(property)
      const value: unknown = Reflect.get(askWhole(), name)
      return typeof value === 'function' ? value.bind(askWhole()) : value
    },
  })
}
