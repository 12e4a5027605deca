import { lazyPart } from '#src/ui/lazy-part.tsx'

export const ClaimVoucher = lazyPart(() => import('./ClaimVoucher.tsx'))
