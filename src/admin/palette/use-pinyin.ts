import { useQuery } from '@tanstack/react-query'
import type { PinyinSearch } from './match.ts'

export async function loadPinyinSearch(): Promise<PinyinSearch> {
  const { match } = await import('pinyin-pro')
  return (label, typed) => match(label, typed, { continuous: true, precision: 'first', v: true })?.[0]
}

/** Loads the pinyin of all characters when the first Latin letter is typed; without it the palette finds by labels alone. */
export function usePinyin(typed: string): { findPinyin: PinyinSearch | undefined; loading: boolean } {
  const { data, isFetching } = useQuery({
    queryKey: ['palette', 'pinyin'],
    queryFn: async () => ({ findPinyin: await loadPinyinSearch() }),
    enabled: /[a-z]/i.test(typed),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { findPinyin: data?.findPinyin, loading: isFetching }
}
