import { createRequire } from 'node:module'

const ofTests = createRequire(import.meta.url)
const ofAntd = createRequire(ofTests.resolve('antd'))

interface StyleCache {
  cache: Map<string, unknown>
  opUpdate: (path: string, update: (before: unknown) => unknown) => void
}

/**
 * antd looks through all styles in the head whenever it draws something, and makes them anew when the last of a kind has gone.
 * jsdom reads none of them (see `leaveStyleSheetsUnread`): each is made once a worker, and none is put into the head.
 */
export function disableAntdStyles(): void {
  const head = ofAntd('rc-util/lib/Dom/dynamicCSS') as { updateCSS: () => HTMLStyleElement }
  const nowhere = document.createElement('style')
  head.updateCSS = () => nowhere
  const { default: StyleCache } = ofAntd('@ant-design/cssinjs/lib/Cache') as { default: { prototype: StyleCache } }
  StyleCache.prototype.opUpdate = function opUpdate(path, update) {
    const next = update(this.cache.get(path))
    if (next !== null) this.cache.set(path, next)
    else if (!path.startsWith('style')) this.cache.delete(path)
  }
}
