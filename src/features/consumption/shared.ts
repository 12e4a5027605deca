export { VerdictText } from './verify/VerdictText.tsx'
export { type BillVerdict, verifyBill } from './verify/verify-bill.ts'
