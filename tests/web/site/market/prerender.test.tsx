import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import MarketPage from '#src/site/market/MarketPage.tsx'

it('issue 4: the market is written at build time with filters and a skeleton, for any width', () => {
  const html = renderToString(
    <StaticRouter location="/market">
      <MarketPage />
    </StaticRouter>,
  )
  expect(html).toContain('正在加载算力市场')
  expect(html).toContain('aria-label="筛选"')
  expect(html).toContain('aria-haspopup="dialog"')
})
