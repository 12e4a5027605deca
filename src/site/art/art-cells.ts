import type { ArtPattern } from '#contract/banners.ts'

type BrightnessPattern = (x: number, y: number, columns: number, rows: number) => number

/** A deterministic scatter from 0 to 1: the same at build time and in the browser. */
const pseudoRandom = (x: number, y: number) => ((x * 73 + y * 151 + x * y * 31) % 97) / 97
const distanceFromCentre = (x: number, y: number, columns: number, rows: number) =>
  Math.hypot((x - (columns - 1) / 2) / columns, (y - (rows - 1) / 2) / rows) * 2

/** Brightness of each cell, 0 to 1. */
const brightnessPatterns: Record<ArtPattern, BrightnessPattern> = {
  wafer: (x, y, columns, rows) => (distanceFromCentre(x, y, columns, rows) > 1 ? 0 : 0.15 + 0.85 * pseudoRandom(x, y) ** 2),
  wave: (x, y, columns, rows) => {
    const crest = rows / 2 - Math.sin((x / columns) * Math.PI * 3) * rows * 0.35
    return y < crest ? 0 : Math.max(0.12, 1 - (y - crest) / rows)
  },
  stairs: (x, y, columns, rows) => {
    const step = Math.floor((x / columns) * 6)
    return y < rows - ((step + 1) / 6) * rows ? 0 : 0.2 + 0.8 * (step / 5)
  },
  rings: (x, y, columns, rows) => {
    const ring = Math.floor(distanceFromCentre(x, y, columns, rows) * 5)
    return ring % 2 === 1 ? 0 : Math.max(0.15, 1 - ring / 6)
  },
}

export const computeArtCells = (art: ArtPattern, columns: number, rows: number): number[] =>
  Array.from({ length: columns * rows }, (_, cell) => {
    const light = brightnessPatterns[art](cell % columns, Math.floor(cell / columns), columns, rows)
    return Math.round(light * 100) / 100
  })
