export interface FloorplanBlock {
  id: string
  /** Total cards: determines the block's share of the die. */
  total: number
  /** Free cards: determine the block's share of lit cells. */
  free: number
}

interface Area {
  x: number
  y: number
  width: number
  height: number
}

export interface FloorplanCell {
  x: number
  y: number
  on: boolean
}

/** A deterministic pseudo-random number per cell (FNV-1a). */
function hashText(text: string): number {
  let hash = 2166136261
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
  return hash >>> 0
}

const sumTotals = (blocks: readonly FloorplanBlock[]) => blocks.reduce((sum, { total }) => sum + total, 0)

/** Lights cells of an area in proportion to the free cards of its block. */
function lightArea(block: FloorplanBlock, { x, y, width, height }: Area): FloorplanCell[] {
  const places = Array.from({ length: Math.max(width - 1, 0) * Math.max(height - 1, 0) }, (_, index) => {
    const place = { x: x + (index % (width - 1)), y: y + Math.floor(index / (width - 1)) }
    return { ...place, order: hashText(`${block.id}/${place.x}/${place.y}`) }
  })
  const lit = block.total > 0 ? Math.round((places.length * block.free) / block.total) : 0
  places.sort((a, b) => a.order - b.order)
  return places.map((place, index) => ({ x: place.x, y: place.y, on: index < lit }))
}

/** Lays the blocks out like units of a chip: areas proportional to their shares, one dark cell between neighbours. */
export function computeFloorplan(blocks: readonly FloorplanBlock[], area: Area): FloorplanCell[] {
  const [first] = blocks
  if (!first) return []
  if (blocks.length === 1) return lightArea(first, area)
  const half = sumTotals(blocks) / 2
  let cut = 1
  while (cut < blocks.length - 1 && sumTotals(blocks.slice(0, cut + 1)) <= half) cut += 1
  const share = sumTotals(blocks) > 0 ? sumTotals(blocks.slice(0, cut)) / sumTotals(blocks) : cut / blocks.length
  const along = area.width >= area.height ? 'width' : 'height'
  const size = Math.round(area[along] * share)
  const near = { ...area, [along]: size }
  const far = { ...area, [along]: area[along] - size, ...(along === 'width' ? { x: area.x + size } : { y: area.y + size }) }
  return [...computeFloorplan(blocks.slice(0, cut), near), ...computeFloorplan(blocks.slice(cut), far)]
}
