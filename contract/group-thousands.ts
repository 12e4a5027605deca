/** '1234567.8901' → '1,234,567.8901': an amount as people read it. The wire carries no separators. */
export function groupThousands(amount: string): string {
  const [whole = '', ...fraction] = amount.split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')
}
