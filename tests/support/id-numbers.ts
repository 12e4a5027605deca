const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Returns a valid Beijing ID number for a birthday such as `19900307`; another `sequence` (0–999) gives another person. */
export function buildIdNumber(birthday: string, sequence: number): string {
  const body = `110105${birthday}${String(sequence).padStart(3, '0')}`
  const sum = weights.reduce((total, weight, i) => total + weight * Number(body[i]), 0)
  return `${body}${'10X98765432'[sum % 11]}`
}
