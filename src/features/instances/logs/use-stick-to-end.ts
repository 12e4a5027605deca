import { type UIEvent, useEffect, useRef, useState } from 'react'

const nearPx = 24

/** Keeps a box scrolled to its end as content arrives, until the reader scrolls up; at the end again, it goes on. */
export function useStickToEnd(content: unknown) {
  const box = useRef<HTMLDivElement>(null)
  const [stuck, setStuck] = useState(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: new content is the reason to scroll
  useEffect(() => {
    if (stuck && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [stuck, content])

  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) =>
    setStuck(scrollHeight - scrollTop - clientHeight < nearPx)
  return { box, stuck, onScroll, stick: () => setStuck(true) }
}
