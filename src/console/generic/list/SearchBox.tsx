import Input from 'antd/es/input/Input' // antd's own index brings password, text area and one-time code along
import { useEffect, useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'

const pause_ms = 400

/** Searches when Enter is pressed or typing rests; follows the address when Back changes it. */
export function SearchBox({ value, hint, onSearch }: { value: string; hint: string; onSearch: (keyword: string) => void }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onSearch(typed.trim()), pause_ms)
    return () => clearTimeout(timer)
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
      onPressEnter={() => typed.trim() !== value && onSearch(typed.trim())}
    />
  )
}
