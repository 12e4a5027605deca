import { useLocation } from 'react-router-dom'

/** Shows the address, for tests that follow a link. */
export function CurrentAddress() {
  const { pathname, search } = useLocation()
  return <output aria-label="地址">{pathname + search}</output>
}
