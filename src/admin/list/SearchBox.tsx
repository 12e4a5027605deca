import Input from 'antd/es/input/Input' // antd's own index brings password, text area and one-time code along
import { useEffect, useRef, useState } from 'react'
import { Icon } from '#src/ui/Icon.tsx'

const pauseMs = 400

/**
 * Searches when Enter is pressed or typing rests; follows the address when Back changes it. A search that was still to begin
 * ends with the page: it would bring back a list that stands only until what was chosen from it has loaded.
 */
export function SearchBox({ value, hint, onSearch }: { value: string; hint: string; onSearch: (keyword: string) => void }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (typed.trim() === value) return
    const { pathname } = window.location
    rest.current = setTimeout(() => window.location.pathname === pathname && onSearch(typed.trim()), pauseMs)
    return () => clearTimeout(rest.current)
  }, [typed, value, onSearch])

  return (
    <Input
      type="search"
      allowClear
      maxLength={64}
      value={typed}
      placeholder={hint}
      aria-label={hint}
      prefix={<Icon name="search" />}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault() // what is typed stays; the keyboard goes back to the list
        event.currentTarget.blur()
      }}
      onPressEnter={() => {
        clearTimeout(rest.current)
        if (typed.trim() !== value) onSearch(typed.trim())
      }}
    />
  )
}
