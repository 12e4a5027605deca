import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import * as antd from 'antd'
import { type ComponentType, createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { buildAntdTheme } from '#src/ui/theme/antd-theme.ts'

/** What the console's pages draw before anything is asked of them. Menus, dialogs and pickers write their styles when they open. */
const parts: readonly (readonly [component: ComponentType<never>, props?: object])[] = [
  [antd.Button],
  [antd.Input],
  [antd.Pagination, { total: 100 }],
  [antd.Popover],
  [antd.Segmented, { options: [''] }],
]

/**
 * The rules of antd's parts as one style sheet. It ends with a list of what it holds, in which antd looks before it writes a part's
 * styles itself; a part that is missing is written as usual. One sheet serves every scheme: the colours are variables.
 */
export function renderAntdStyles(): string {
  const cache = createCache()
  const draw = ([part, props]: (typeof parts)[number], key: number): ReactNode =>
    createElement(part as ComponentType<object>, { key, ...props })
  const themed = createElement(antd.ConfigProvider, { theme: buildAntdTheme('light', false) }, parts.map(draw))
  renderToString(createElement(StyleProvider, { cache }, themed))
  return extractStyle(cache, { plain: true, types: 'style' })
}
