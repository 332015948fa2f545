// Package flintlake is the root of the module; see dataframe, functions, window and deltatable for the API,
// ARCHITECTURE.md for the map.
package flintlake
