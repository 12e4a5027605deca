import { render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { renderRedirectRoutes } from '#src/app/redirect-routes.tsx'

function Here() {
  const { pathname, search } = useLocation()
  return <p>{`${pathname}${search}`}</p>
}

describe('requirements §2 Pages of one instance', () => {
  it.each([
    ['/console/container-instance/monitor/gpu-1', '/console/container-instance/detail/gpu-1?tab=monitor'],
    ['/console/container-instance/monitor/gpu-1?range=7d', '/console/container-instance/detail/gpu-1?tab=monitor&range=7d'],
    ['/console/container-instance/monitor?id=gpu-1', '/console/container-instance/detail/gpu-1?tab=monitor'],
    ['/console/container-instance/monitor?range=7d&id=gpu-1', '/console/container-instance/detail/gpu-1?tab=monitor&range=7d'],
    ['/console/container-instance/monitor', '/console/container-instance'],
    ['/console/container-instance/monitor?id=', '/console/container-instance'],
    ['/console/container-instance/detail?id=gpu-1', '/console/container-instance/detail/gpu-1'],
    ['/console/container-instance/detail?tab=logs&id=gpu-1', '/console/container-instance/detail/gpu-1?tab=logs'],
    ['/console/container-instance/detail', '/console/container-instance'],
    ['/console/container-instance/detail?tab=logs', '/console/container-instance'],
  ])('%s is %s', (from, to) => {
    render(
      <MemoryRouter initialEntries={[from]}>
        <Routes>
          <Route path="/console/container-instance" element={<Here />} />
          <Route path="/console/container-instance/detail/:id" element={<Here />} />
          {renderRedirectRoutes()}
        </Routes>
      </MemoryRouter>,
    )
    expect(screen.getByText(to)).toBeVisible()
  })
})
