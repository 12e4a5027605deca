/** Says how often an entry of the community was used and starred; a zero says nothing of it and is left out. */
export const listPopularity = ({ uses, stars }: { uses: number; stars?: number }): string[] => [
  ...(uses > 0 ? [`${uses} 次使用`] : []),
  ...(stars ? [`${stars} 人收藏`] : []),
]

/** Label of the button that stars an entry. */
export const formatStarLabel = ({ starred, stars }: { starred: boolean; stars: number }): string =>
  [starred ? '已收藏' : '收藏', ...(stars > 0 ? [stars] : [])].join(' · ')
