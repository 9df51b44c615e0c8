export const mixed = async () => { throw new Error('not yet'); };
