import { render } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import MarketPage from '#src/site/market/MarketPage.tsx'

let visits = 0

/** Opens the market; offers are kept per address, so each visit has its own `cpu_min`, which is returned. */
export function showMarket(search = ''): number {
  visits += 1
  window.history.replaceState(null, '', `/market?cpu_min=${visits}${search}`)
  render(
    <BrowserRouter>
      <MarketPage />
    </BrowserRouter>,
  )
  return visits
}
