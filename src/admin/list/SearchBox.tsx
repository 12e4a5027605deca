import Input from 'antd/es/input/Input' // antd's index also imports Password, TextArea and OTP
import { useEffect, useRef, useState } from 'react'
import { Icon } from '#src/ui/Icon.tsx'

const pauseMs = 400

/**
 * Searches on Enter or after a pause in typing; follows the address on Back. Drops a pending search once the user leaves the
 * page: it would navigate back to the list while the page chosen from it is still loading.
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
        event.preventDefault() // keep the text; return the keyboard focus to the list
        event.currentTarget.blur()
      }}
      onPressEnter={() => {
        clearTimeout(rest.current)
        if (typed.trim() !== value) onSearch(typed.trim())
      }}
    />
  )
}
