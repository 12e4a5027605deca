import { checkHalf } from '#tests/server/model/model-half.ts'

checkHalf(1)
